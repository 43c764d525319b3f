import { out } from '../../kit/entity/answer.ts'
import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, ids, json, link, text } from '../../kit/fields/field.ts'
import { chartKinds } from '../../kit/figures/chart-kind.ts'
import { reportPeriods } from '../../kit/figures/report-period.ts'
import { panelKinds } from './board-panel.ts'

export const manageBoards = 'ownBoard.manage'

/** A wall board that a person composes of measures, texts and pictures. Who reads it sees the figures of their own rights and data scope. */
export const ownBoard = entity('ownBoard', {
  zh: '自定义看板',
  en: 'Own board',
  many: 'Own boards',
  module: 'insight',
  path: '/eam/own-board',
  title: 'boardName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove'],
  softDelete: true,
  scope: { persons: ['owner'], roles: 'roles', every: manageBoards },
  sort: { by: 'createTime', descending: true },
  fields: {
    boardName: text({ zh: '看板名称', en: 'Board', required: true, list: true, search: 'pinyin', max: 60 }),
    owner: link({ zh: '所有者', en: 'Owner', to: 'user', readOnly: true, anywhere: true, list: true, alwaysShown: true }),
    theme: choice({
      zh: '外观',
      en: 'Appearance',
      required: true,
      list: true,
      initial: 'auto',
      of: { auto: { zh: '跟随屏幕', en: 'As the screen' }, dark: { zh: '深色', en: 'Dark' }, light: { zh: '浅色', en: 'Light' } },
    }),
    inTurn: flag({ zh: '参与轮播', en: 'In the playlist', list: true }),
    roles: ids({ zh: '共享给角色', en: 'Shared with roles', to: 'role', max: 50, options: '/eam/own-board/roles' }),
    panels: json({ zh: '面板', en: 'Panels' }),
    images: ids({ zh: '看板图片', en: 'Board pictures', to: 'file', readOnly: true, max: 40, types: ['jpg', 'png', 'webp'] }),
  },
})

const spot = {
  id: out.text,
  title: out.optional(out.nullable(out.text)),
  screen: out.number,
  x: out.number,
  y: out.number,
  w: out.number,
  h: out.number,
}

/** A panel in an answer; which of the optional parts it has follows from its kind. */
export const panelShape = {
  ...spot,
  kind: out.key(panelKinds),
  text: out.optional(out.text),
  image: out.optional(out.text),
  measure: out.optional(out.text),
  figure: out.optional(out.text),
  group: out.optional(out.text),
  split: out.optional(out.nullable(out.text)),
  period: out.optional(out.nullable(out.word(...reportPeriods))),
  filters: out.optional(out.map(out.text)),
  chart: out.optional(out.word(...chartKinds)),
  atHome: out.optional(out.nullable(out.flag)),
} as const
