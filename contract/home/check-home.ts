import { checkDept } from '../entities/check/check-dept.ts'
import { checkLine } from '../entities/check/check-line.ts'
import { checkReview } from '../entities/check/check-review.ts'
import { checkTask } from '../entities/check/check-task.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

/** Inventory checks on the first page. */
export const checkHome: HomeFacts = {
  figures: [
    {
      name: 'check.toPost',
      kind: 'processed',
      zh: '待入账的盘点科室',
      en: 'Counted departments to post',
      of: checkDept,
      page: '/eam/check-dept',
      has: ['checkTask.post'],
      where: { deptStatus: 'submitted' },
      tone: 'warn',
      hint: { zh: '科室已提交盘点结果，等入账或存档', en: 'The department has submitted its count. Post it or archive it' },
    },
    {
      name: 'check.reviews',
      kind: 'processed',
      zh: '待复核',
      en: 'Count results to review',
      of: checkReview,
      page: '/eam/check-review',
      has: ['checkTask.post'],
      where: { reviewStatus: 'open' },
      tone: 'warn',
      hint: { zh: '提交之后才到的盘点记录，需要人来判断', en: 'Arrived after the department was submitted and need a decision' },
    },
    {
      name: 'check.pending',
      kind: 'uninspected',
      zh: '未盘设备',
      en: 'Not counted yet',
      of: checkLine,
      page: '/eam/check-line',
      where: { result: 'pending' },
      each: { by: 'check', of: checkTask, where: { checkStatus: 'open' } },
      tone: 'busy',
      hint: { zh: '盘点进行中，尚未盘到的设备', en: 'Devices not yet counted in running checks' },
    },
    {
      name: 'check.overdue',
      kind: 'warn',
      zh: '超期的盘点',
      en: 'Overdue checks',
      of: checkTask,
      page: '/eam/check',
      where: { checkStatus: 'open', endDate_le: '_today-1' },
      tone: 'bad',
      hint: { zh: '截止日期已过、尚未结束的盘点', en: 'The last day has passed and the check is still open' },
    },
  ],
  help: [
    {
      name: 'check.first',
      zh: '发起第一次盘点',
      en: 'Start the first check',
      has: ['checkTask.submit'],
      page: '/eam/check',
      done: { of: checkTask },
      order: 50,
      hint: { zh: '选定范围和人员，手机扫码盘点', en: 'Choose scope and people; they count with their phones' },
    },
  ],
}
