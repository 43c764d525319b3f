import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

const lists = () => import('./phone/checklists-phone.tsx')

export const checklistPhone: PhoneModule = {
  name: 'checklist',
  screens: [
    { path: '/checklists', Screen: later(() => lists().then((part) => part.ChecklistsPhone)) },
    { path: '/checklists/:id', Screen: later(() => import('./phone/checklist-phone.tsx').then((part) => part.ChecklistPhone)) },
  ],
  parts: [
    { at: 'card.news', name: 'checklists', Part: later(() => lists().then((part) => part.ChecklistsOfCard)) },
    { at: 'me.links', name: 'checklists', Part: later(() => lists().then((part) => part.ChecklistsLink)) },
    { at: 'order.origin', name: 'checklist', Part: later(() => import('./phone/origin-phone.tsx').then((part) => part.OrderOrigin)) },
    { at: 'scan.day', name: 'checklists', Part: later(() => lists().then((part) => part.DayChecklists)) },
    {
      at: 'queue.checklistTask.submit',
      name: 'answers',
      Part: later(() => import('./phone/queued-answers.tsx').then((part) => part.QueuedAnswers)),
    },
  ],
  records: { checklistTask: '/checklists' },
}
