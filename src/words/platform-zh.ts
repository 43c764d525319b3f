/** Free words of announcements, clients, regions and the order of departments. */
export const platformZh = {
  'announcement.read': '已读',
  'client.secretOf': '客户端“{name}”的密钥',
  'client.once': '密钥由系统生成，关闭后无法再查看。',
  'client.askSecret': '重置后“{name}”的原密钥立即失效。确定重置?',
  'region.top': '全国',
  'registration.approve': '通过',
  'registration.refuse': '不通过',
  'registration.askRefuse': '确定不通过“{who}”的注册申请?',
  'dept.reorganize': '合并、移动、停办',
  'dept.plan': '以下内容将一起处理',
  'dept.part': '{name}（{field}）：{count}',
  'dept.below': '下级科室：{count}',
  'dept.nothing': '没有关联内容',
} as const
