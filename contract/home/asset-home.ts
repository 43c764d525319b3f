import { cardFieldUpdate } from '../entities/asset/card-field-update.ts'
import { device } from '../entities/asset/device/device.ts'
import { standingStates } from '../entities/asset/device/device-states.ts'
import { deviceStop } from '../entities/asset/stops/device-stop.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

const facts = { of: device, page: '/eam/device' } as const
/** All but disposed ones. */

/** Cards on the first page. */
export const assetHome: HomeFacts = {
  figures: [
    {
      ...facts,
      name: 'asset.filing',
      kind: 'processed',
      zh: '待确认建档',
      en: 'Filings to confirm',
      has: ['device.file'],
      where: { filingStatus: 'pending' },
      tone: 'warn',
      hint: { zh: '已提交建档，等管理部门确认', en: 'Submitted for filing and waiting for your confirmation' },
    },
    {
      ...facts,
      name: 'asset.returned',
      kind: 'processed',
      zh: '被退回的建档',
      en: 'Filings sent back',
      has: ['device.submit'],
      where: { filingStatus: 'returned' },
      tone: 'bad',
      hint: { zh: '建档被退回，改好后重新提交', en: 'Correct them and submit them again' },
    },
    {
      ...facts,
      name: 'asset.drafts',
      kind: 'processed',
      zh: '待提交的设备卡',
      en: 'Cards to submit',
      has: ['device.submit'],
      where: { filingStatus: 'draft' },
      tone: 'plain',
      hint: { zh: '已录入，尚未提交建档', en: 'Entered but not submitted for filing' },
    },
    {
      of: cardFieldUpdate,
      page: '/eam/eamedit',
      name: 'asset.requests',
      kind: 'processed',
      zh: '待审批的变更申请',
      en: 'Change requests to decide',
      has: ['cardFieldUpdate.approve'],
      where: { requestStatus: 'submitted' },
      tone: 'warn',
      hint: { zh: '科室申请修改设备卡，等您审批', en: 'Departments request changes to device cards' },
    },
    {
      of: deviceStop,
      page: '/eam/device-stops',
      name: 'asset.stopped',
      kind: 'warn',
      zh: '停用中的设备',
      en: 'Devices out of service',
      where: { liftedAt: '_none' },
      tone: 'bad',
      hint: {
        zh: '因计量、质控、召回或法定检验停用，尚未解除',
        en: 'Out of use for metrology, quality control, a recall or a statutory inspection',
      },
    },
    {
      ...facts,
      name: 'asset.warranty',
      kind: 'warn',
      zh: '60 天内出保',
      en: 'Warranty ends within 60 days',
      where: { eamStatus: standingStates, warrantyEnd_ge: '_today', warrantyEnd_le: '_today+60' },
      tone: 'warn',
      hint: { zh: '今天起 60 天内保修到期的设备', en: 'Devices whose warranty ends within the next 60 days' },
    },
    {
      ...facts,
      name: 'asset.ownershipEnding',
      kind: 'warn',
      zh: '30 天内产权到期',
      en: 'Due back within 30 days',
      where: { eamStatus: standingStates, ownershipEnd_ge: '_today', ownershipEnd_le: '_today+30' },
      tone: 'warn',
      hint: {
        zh: '今天起 30 天内到期的投放、租赁和试用设备',
        en: 'Placed, leased and trial devices due back to their owners within the next 30 days',
      },
    },
    {
      ...facts,
      name: 'asset.ownershipEnded',
      kind: 'warn',
      zh: '产权已到期',
      en: 'Overdue to owner',
      where: { eamStatus: standingStates, ownershipEnd_le: '_today-1' },
      tone: 'bad',
      hint: {
        zh: '投放、租赁或试用已到期，尚未续期、购买或归还',
        en: 'Placed, leased or trial devices that are past their date and neither extended, bought nor returned',
      },
    },
    {
      ...facts,
      name: 'asset.missing',
      kind: 'warn',
      zh: '盘亏设备',
      en: 'Missing devices',
      where: { eamStatus: 'missing' },
      tone: 'bad',
      hint: { zh: '盘点没有找到、尚未找回的设备', en: 'Not found in a check and not found since' },
    },
  ],
  help: [
    {
      name: 'asset.import',
      zh: '导入设备',
      en: 'Import your devices',
      has: ['device.submit', 'importJob.list'],
      page: '/eam/imports',
      done: { of: device },
      order: 40,
      hint: { zh: '用现有的台账表格导入，列名不同也可以对应', en: 'Bring in the list you have; its columns are matched for you' },
    },
  ],
}
