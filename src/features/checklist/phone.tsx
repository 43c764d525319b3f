import { familyModule } from '#src/kit/phone/family/family-module.ts'
import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

const rounds = () => import('./rounds/round-phone.tsx')
const walks = familyModule('roundTask', '/rounds', () => rounds().then((part) => part.roundPages))
const QueuedStop = later(() => rounds().then((part) => part.stopPages.Queued))

const lists = () => import('./phone/checklists-phone.tsx')

export const checklistPhone: PhoneModule = {
  name: 'checklist',
  screens: [
    { path: '/checklists', Screen: later(() => lists().then((part) => part.ChecklistsPhone)) },
    { path: '/checklists/:id', Screen: later(() => import('./phone/checklist-phone.tsx').then((part) => part.ChecklistPhone)) },
    ...walks.screens,
    { path: '/round-stops/:id', Screen: later(() => rounds().then((part) => part.StopPhone)) },
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
    ...walks.parts.filter(({ at }) => at !== 'card.news'),
    { at: 'order.origin', name: 'round', Part: later(() => rounds().then((part) => part.RoundOrigin)) },
    { at: 'queue.roundStop', name: 'roundStop', Part: QueuedStop },
  ],
  records: { checklistTask: '/checklists', roundStop: '/round-stops', ...walks.records },
}
