/** Free words of announcements, clients, regions and the order of departments. */
export const platformEn = {
  'announcement.read': 'Read',
  'client.secretOf': 'Secret of the client “{name}”',
  'client.once': 'The system made this secret. It cannot be shown again after you close this.',
  'client.askSecret': 'The present secret of “{name}” ends at once. Reset it?',
} as const
