/** Free words of announcements, clients, regions and the order of departments. */
export const platformZh = {
  'announcement.read': '已读',
  'client.secretOf': '客户端“{name}”的密钥',
  'client.once': '密钥由系统生成，关闭后无法再查看。',
  'client.askSecret': '重置后“{name}”的原密钥立即失效。确定重置?',
} as const
