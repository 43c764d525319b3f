/** Words of the phone's alarm pages; they load with the pages. */
export const phoneWords = {
  toSend: { zh: '待发送', en: 'To send' },
  none: { zh: '暂无待处理的告警', en: 'No alarms to handle' },
  noneHelp: { zh: '您负责的设备发生告警时显示在这里', en: 'Alarms of your devices appear here' },
  gone: { zh: '此告警不在本机', en: 'This alarm is not on this phone' },
  goneHelp: {
    zh: '可能已处理，或设备不在您的范围内。联网后可查看',
    en: 'It may be handled, or its device is outside your scope. View it online',
  },
  view: { zh: '查看告警', en: 'View the alarm' },
  condition: { zh: '告警条件', en: 'Condition' },
  range: { zh: '允许范围', en: 'Allowed range' },
  place: { zh: '位置', en: 'Location' },
} as const
