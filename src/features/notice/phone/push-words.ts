/** Words of the notifications in the browser. */
export const pushWords = {
  title: { zh: '推送提醒', en: 'Push notifications' },
  on: { zh: '开', en: 'On' },
  off: { zh: '关', en: 'Off' },
  hint: { zh: '有待您处理的事项时，在本机弹出通知', en: 'This phone shows what waits for you' },
  lacking: {
    zh: '本浏览器不支持；苹果手机请先添加到主屏幕',
    en: 'Not available here. On an Apple phone, add the app to the home screen first',
  },
  denied: { zh: '已被浏览器禁止，请在系统设置中允许通知', en: 'Blocked. Allow notifications in the settings of the browser' },
  failed: { zh: '未能更改：{why}', en: 'Not changed: {why}' },
  unreachable: { zh: '连接不到浏览器厂商的推送服务', en: 'The push service of the browser cannot be reached' },
  waiting: { zh: '您有新消息，保存后可在“消息”中查看', en: 'You have a new notice. Save, then open Notices' },
} as const
