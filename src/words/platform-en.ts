/** Free words of announcements, clients, regions and the order of departments. */
export const platformEn = {
  'announcement.read': 'Read',
  'client.secretOf': 'Secret of the client “{name}”',
  'client.once': 'The system made this secret. It cannot be shown again after you close this.',
  'client.askSecret': 'The present secret of “{name}” ends at once. Reset it?',
  'region.top': 'China',
  'registration.approve': 'Approve',
  'registration.refuse': 'Refuse',
  'registration.askRefuse': 'Refuse the registration of “{who}”?',
  'dept.reorganize': 'Merge, move, close',
  'dept.plan': 'What goes along',
  'dept.part': '{name} ({field}): {count}',
  'dept.below': 'Departments below: {count}',
  'dept.nothing': 'Nothing hangs on it',
} as const
