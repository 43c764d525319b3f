import { manageBoards, ownBoard, panelShape } from '../../entities/insight/own-board.ts'
import { listOf, one, option, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { link, text } from '../../kit/fields/field.ts'
import { tenantField } from '../../kit/fields/tenant-field.ts'

const { fields } = ownBoard
const board = link({ zh: '看板', en: 'Board', to: 'ownBoard', required: true })

/** Why a panel shows no figure: the reader may not see the measure, it or its group is gone, or the hospital hides the field. */
export const panelLacks = ['noRight', 'gone', 'hidden'] as const
export type PanelLack = (typeof panelLacks)[number]

/** A board as the reader may see it: a panel with a lack does not say what it asks. */
export const boardShown = call('ownBoard.shown', {
  module: 'insight',
  method: 'GET',
  may: 'ownBoard.list',
  reads: ['ownBoard'],
  zh: '显示自定义看板',
  en: 'Show an own board',
  path: '/eam/own-board/shown',
  input: { tenantId: tenantField, board },
  answers: one({
    id: out.text,
    boardName: out.text,
    theme: out.key(fields.theme.of),
    panels: out.list({ ...panelShape, lack: out.nullable(out.word(...panelLacks)) }),
  }),
})

/** A copy belongs to the person who makes it and is shared with nobody; panels that the person may not see stay on it. */
export const boardCopy = call('ownBoard.copy', {
  module: 'insight',
  method: 'POST',
  writes: true,
  may: 'ownBoard.submit',
  changes: ['ownBoard'],
  zh: '复制看板',
  en: 'Copy the board',
  path: '/eam/own-board/copy',
  input: { board, boardName: { ...fields.boardName } },
  answers: one(saved),
})

/** The roles that a board can be shared with. */
export const boardRoles = call('ownBoard.roles', {
  module: 'insight',
  method: 'GET',
  may: 'ownBoard.submit',
  reads: ['role'],
  zh: '可共享的角色',
  en: 'Roles to share with',
  path: '/eam/own-board/roles',
  input: { keyword: text({ zh: '关键字', en: 'Keyword', max: 100 }) },
  answers: listOf(option),
})

/** The right to see and edit the boards of everybody. */
export const boardRights = { [manageBoards]: { zh: '管理全部自定义看板', en: 'Manage the own boards of everybody' } } as const
