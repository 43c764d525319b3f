import { entity } from '../../../kit/entity/entity.ts'
import { choice, ids, link, text, time } from '../../../kit/fields/field.ts'

const readOnly = true
const reporter = { zh: '报修人信息', en: 'Reporter' }
const handling = { zh: '处理', en: 'Handling' }

/** Photos of a report. */
export const mostLabelPhotos = 3

/** A fault that someone without an account reported by the label of a device. It waits apart from the repair orders until a person takes it over. */
export const labelReport = entity('labelReport', {
  zh: '扫码报修单',
  en: 'Label report',
  many: 'Label reports',
  module: 'service',
  path: '/eam/label-report',
  title: 'description',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  sort: { by: 'reportedAt', descending: true },
  columns: ['description', 'reportState', 'device', 'reportedAt', 'room', 'reporterName', 'reporterPhone'],
  emptyAdvice: {
    zh: '扫码人未登录时提交的报修显示在这里，在参数中开启',
    en: 'Reports of people who scan a label without an account appear here once a parameter allows them',
  },
  fields: {
    description: text({
      zh: '故障描述',
      en: 'What is wrong',
      required: true,
      readOnly,
      list: true,
      search: true,
      multiline: true,
      max: 500,
    }),
    reportState: choice({
      ...{ zh: '状态', en: 'Status', required: true, readOnly, list: true, initial: 'waiting' },
      of: {
        waiting: { zh: '待接手', en: 'To take over', tone: 'warn' },
        taken: { zh: '已转维修', en: 'Taken over', tone: 'good' },
        spam: { zh: '垃圾信息', en: 'Spam', tone: 'plain' },
        duplicate: { zh: '重复报修', en: 'Duplicate report', tone: 'plain' },
      },
    }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly, list: true, goesWith: true }),
    photos: ids({ zh: '现场照片', en: 'Photos', to: 'file', readOnly, max: mostLabelPhotos }),
    reportedAt: time({ zh: '报修时间', en: 'Reported', required: true, readOnly, list: true }),
    room: text({ zh: '房间', en: 'Room', readOnly, list: true, max: 60, group: reporter }),
    reporterName: text({ zh: '报修人姓名', en: 'Reporter name', required: true, readOnly, list: true, max: 40, group: reporter }),
    reporterPhone: text({ zh: '联系电话', en: 'Phone', required: true, readOnly, list: true, max: 20, group: reporter }),
    handledBy: link({ zh: '处置人', en: 'Handled by', to: 'user', readOnly, list: true, group: handling }),
    handledAt: time({ zh: '处置时间', en: 'Handled at', readOnly, list: true, group: handling }),
    repair: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder', readOnly, list: true, group: handling }),
  },
})
