import { manageBoards, ownBoard, panelShape } from '../../entities/insight/own-board.ts'
import { listOf, one, option, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'
import { link, text } from '../../kit/fields/field.ts'
import { tenantField } from '../../kit/fields/tenant-field.ts'

const { fields } = ownBoard
const board = link({ zh: '看板', en: 'Board', to: 'ownBoard', required: true })

/** Why a panel shows no figure: the reader may not see the measure, it or its group is gone, or the hospital hides the field. */
export const panelLacks = ['noRight', 'gone', 'hidden'] as const
export type PanelLack = (typeof panelLacks)[number]

const shownPanel = { ...panelShape, lack: out.nullable(out.word(...panelLacks)) } as const

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
    panels: out.list(shownPanel),
  }),
})

/** The panels of a person's own boards that the person has put on the home page. */
export const boardHome = call('ownBoard.home', {
  module: 'insight',
  method: 'GET',
  may: 'ownBoard.list',
  reads: ['ownBoard'],
  zh: '首页：我的指标',
  en: 'Home: my figures',
  path: '/eam/own-board/home',
  input: {},
  answers: listOf({ ...shownPanel, boardId: out.text }),
})

/** A copy belongs to the person who makes it and is not shared; panels that the person may not see stay on it. */
export const boardCopy = call('ownBoard.copy', {
  module: 'insight',
  method: 'POST',
  writes: true,
  may: 'ownBoard.submit',
  changes: ['ownBoard', 'file'],
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

/** The boards that take turns on a screen, of those that the person sees. */
export const boardLists = lists(ownBoard, {
  inTurn: {
    kind: 'list',
    module: 'insight',
    zh: '参与轮播的自定义看板',
    en: 'Own boards in the playlist',
    path: 'in-turn',
    where: { inTurn: '1' },
    columns: ['boardName'],
    order: { ascs: 'boardName' },
    limit: 50,
  },
})

/** The right to see and edit the boards of everybody. */
export const boardRights = { [manageBoards]: { zh: '管理全部自定义看板', en: 'Manage the own boards of everybody' } } as const
