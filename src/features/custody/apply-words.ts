/** Words of the phone's pages of applications; they load with the pages. */
export const applyWords = {
  borrow: { zh: '申请借用', en: 'Borrow' },
  title: { zh: '借用申请', en: 'Application for a loan' },
  titleOf: { zh: '借用', en: 'Loan of' },
  forDept: { zh: '借给', en: 'For' },
  noDept: { zh: '您没有所属科室，请在电脑上申请', en: 'You belong to no department. Apply on the desk' },
  sameDept: { zh: '设备已在您的科室', en: 'The device is in your department already' },
  until: { zh: '借到', en: 'Until' },
  hours12: { zh: '12 小时', en: '12 hours' },
  day1: { zh: '1 天', en: '1 day' },
  day3: { zh: '3 天', en: '3 days' },
  day7: { zh: '7 天', en: '7 days' },
  order: { zh: '归还时间应晚于借用时间', en: 'The end must be after the begin' },
  submit: { zh: '提交申请', en: 'Submit' },
  saved: { zh: '申请已保存在本机，联网后自动提交', en: 'The application is kept on this phone and sent when there is a network' },
  mine: { zh: '我的申请', en: 'My applications' },
  toSend: { zh: '待发送', en: 'To be sent' },
} as const
