import type { kanbanZh } from '../zh/kanban.ts'

/** Texts of the state board of a list, in English. */
export const kanbanEn: Record<keyof typeof kanbanZh, string> = {
  'kanban.lanes': 'Lanes',
  'kanban.more': 'Load more ({left} left)',
  'kanban.left': '{left} lanes are not shown. Narrow the search to see them.',
  'kanban.keys': 'Drag a card, or pick it up with Space and choose a column with the arrow keys. Enter opens it.',
  'kanban.keysHeld': 'Choose a column with the left and right arrow keys. Space drops the card, Esc cancels.',
  'kanban.taken': 'Picked up “{what}”. It can move to: {where}',
  'kanban.stays': '“{what}” cannot move to another column now',
  'kanban.over': '{state}: {step}',
  'kanban.back': '“{what}” stays in “{state}”',
  'kanban.done': '“{what}”: {step} done',
  'kanban.closed': '“{what}” cannot move to “{state}” now',
  'kanban.which': 'Move to “{state}”: choose an action',
  'calendar.before': 'Previous',
  'calendar.after': 'Next',
  'calendar.today': 'Today',
  'calendar.month': 'Month',
  'calendar.week': 'Week',
  'calendar.more': '{left} more',
  'calendar.keys': 'Drag to another day, or press Space and choose a day with the arrow keys; Enter opens',
  'calendar.keysHeld': 'Arrow keys choose a day, Space drops, Esc cancels',
  'calendar.taken': 'Picked up “{what}”. Choose a day with the arrow keys',
  'calendar.back': '“{what}” stays on {day}',
  'calendar.moved': 'Moved “{what}” to {day}',
}
