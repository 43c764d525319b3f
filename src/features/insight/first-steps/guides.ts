import type { Words } from '#contract/kit/words.ts'

/** One step of a guide: a real page, and what to try there. */
export interface GuideStep extends Words {
  readonly page: string
  /** The right without which the page is not offered. */
  readonly may: string
  readonly task: Words
}

/** What a new person does first, by the main work of people with these rights. */
export interface Guide {
  /** The panel that offers it; stored in a layout when it is put away. */
  readonly name: string
  readonly needs: readonly string[]
  readonly lacks: readonly string[]
  readonly steps: readonly GuideStep[]
}

const findDevice: GuideStep = {
  zh: '找一台设备',
  en: 'Find a device',
  page: '/eam/device',
  may: 'device.list',
  task: {
    zh: '在搜索框输入名称、编号或拼音首字母，例如 hxj，再点开一行看它的档案',
    en: 'Search by name, number or scanned code, then open a row to see the device',
  },
}

const count: GuideStep = {
  zh: '现场盘点',
  en: 'Count on site',
  page: '/eam/check',
  may: 'checkTask.list',
  task: {
    zh: '打开一次盘点看进度。现场盘点用手机打开本站的 /m/，扫标签即可，没有网络也能盘',
    en: 'Open a check to see its progress. To count on site, open /m/ of this site on a phone and scan labels, with or without a network',
  },
}

/** At most five minutes for each: five pages, and one thing to try on each. */
export const guides = [
  {
    name: 'home.guideManager',
    needs: ['checkTask.submit', 'repairOrder.assign'],
    lacks: ['user.submit'],
    steps: [
      findDevice,
      {
        zh: '审批',
        en: 'Approve',
        page: '/flow/work',
        may: 'flowInstance.list',
        task: {
          zh: '点开一条待办：先看单据和设备，再在页头同意或驳回',
          en: 'Open a task: read the request and its devices first, then approve or reject at the top of the page',
        },
      },
      {
        zh: '指派工单',
        en: 'Assign repairs',
        page: '/eam/repair?view=board',
        may: 'repairOrder.list',
        task: {
          zh: '每列是一种状态，拖动卡片即可推进工单；打开卡片可以指派工程师',
          en: 'Each column is a state. Drag a card to move an order on, or open it to assign an engineer',
        },
      },
      {
        zh: '新建盘点',
        en: 'Start a check',
        page: '/eam/check',
        may: 'checkTask.list',
        task: {
          zh: '用“照上次新建”沿用上次的范围和人员，或按 N 从头新建',
          en: 'Copy the last check with its scope and people, or press N to start from scratch',
        },
      },
      {
        zh: '看报表',
        en: 'Read a report',
        page: '/eam/report',
        may: 'device.list',
        task: {
          zh: '左侧选报表，上方选本月、本季或本年和科室，图与表同时更新',
          en: 'Choose a report on the left, then the period and department at the top. Chart and table follow',
        },
      },
    ],
  },
  {
    name: 'home.guideEngineer',
    needs: ['repairOrder.work'],
    lacks: ['repairOrder.assign', 'user.submit'],
    steps: [
      {
        zh: '我的工单',
        en: 'Repair orders',
        page: '/eam/repair',
        may: 'repairOrder.list',
        task: {
          zh: '点开一张工单：醒目的按钮就是下一步，计时变红表示已超过该紧急程度的时限',
          en: 'Open an order: the highlighted button is the next step. The clock turns red past the limit of the urgency',
        },
      },
      {
        zh: '看板',
        en: 'Board',
        page: '/eam/repair?view=board',
        may: 'repairOrder.list',
        task: {
          zh: '按状态看所有工单；卡片可以拖动，也可以按空格拿起、方向键移动、再按空格放下',
          en: 'See all orders by state. Drag a card, or press Space, an arrow key and Space again',
        },
      },
      findDevice,
      {
        zh: '保养',
        en: 'Maintenance',
        page: '/eam/maintain-order',
        may: 'maintainOrder.list',
        task: {
          zh: '到期的保养单在这里；切换到日历可以拖到另一天',
          en: 'Orders that are due stand here. Switch to the calendar to move one to another day',
        },
      },
      {
        zh: '配件',
        en: 'Parts',
        page: '/eam/deviceparts',
        may: 'devicePart.list',
        task: {
          zh: '查库存和用在哪些设备上；维修单里可以预留和领用',
          en: 'See stock and where a part is used. Reserve and take parts from a repair order',
        },
      },
    ],
  },
  {
    name: 'home.guideNurse',
    needs: ['repairOrder.submit', 'deviceApply.submit'],
    lacks: ['repairOrder.work', 'repairOrder.assign', 'warehouseEntry.submit', 'user.submit'],
    steps: [
      findDevice,
      {
        zh: '报修',
        en: 'Report a fault',
        page: '/eam/repair',
        may: 'repairOrder.list',
        task: {
          zh: '按 N 新建，选设备、写一句话即可；在设备档案里点“报修”会自动带出设备',
          en: 'Press N, choose the device and write one sentence. From the page of a device the form opens filled',
        },
      },
      {
        zh: '借设备',
        en: 'Borrow a device',
        page: '/eam/apply',
        may: 'deviceApply.list',
        task: {
          zh: '按 N 新建，选“借用”，填设备、归还时间和原因，标题自动生成',
          en: 'Press N and choose the loan: device, return time and reason. The program writes the title',
        },
      },
      count,
      {
        zh: '我的审批',
        en: 'My approvals',
        page: '/flow/work',
        may: 'flowInstance.list',
        task: {
          zh: '在“我发起的”里看申请到了谁那里；有新消息时右上角的铃铛会提醒',
          en: 'See who has your request now. The bell at the top tells you what is new',
        },
      },
    ],
  },
] as const satisfies readonly Guide[]

/** The guide that a panel offers, with the pages that a person with these rights may open. */
export function guideOf(name: string, rights: readonly string[]): Guide | undefined {
  const found: Guide | undefined = guides.find((one) => one.name === name)
  return found && { ...found, steps: found.steps.filter(({ may }) => rights.includes(may)) }
}
