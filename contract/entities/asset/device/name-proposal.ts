import { entity } from '../../../kit/entity/entity.ts'
import { machine } from '../../../kit/entity/machine.ts'
import { choice, decimal, integer, json, link, text } from '../../../kit/fields/field.ts'
import { measureTypes, riskLevels } from './class-choices.ts'

/** What was proposed for a free-text name, and what people made of it: decisions are kept and improve the next proposals. */
export const nameProposal = entity('nameProposal', {
  zh: '标准化建议',
  en: 'Name proposal',
  module: 'asset',
  path: '/osm/ai/record',
  title: 'inputName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  large: true,
  sort: { by: 'createTime', descending: true },
  emptyAdvice: { zh: '用“生成建议”输入名称，或选择设备', en: 'Type names under “Propose”, or choose device cards' },
  fields: {
    inputName: text({ zh: '原名称', en: 'Name as written', required: true, readOnly: true, list: true, search: true, max: 200 }),
    device: link({ zh: '设备', en: 'Device', to: 'device', readOnly: true, list: true }),
    standardName: text({ zh: '建议名称', en: 'Proposed name', readOnly: true, list: true, search: true, max: 100 }),
    classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', readOnly: true, list: true }),
    riskLevel: choice({ zh: '管理类别', en: 'Risk class', readOnly: true, list: true, of: riskLevels }),
    usefulLifeMonths: integer({ zh: '折旧月数', en: 'Useful life (months)', min: 1, max: 600, readOnly: true, list: true }),
    measureType: choice({ zh: '检定类别', en: 'Verification type', readOnly: true, list: true, of: measureTypes }),
    score: decimal({ zh: '匹配度', en: 'Score', scale: 3, min: 0, max: 1, readOnly: true, list: true }),
    matchedWith: text({ zh: '依据', en: 'Matched with', readOnly: true, max: 200 }),
    alternatives: json({ zh: '其他可能', en: 'Alternatives', readOnly: true }),
    provider: text({ zh: '建议来源', en: 'Proposed by', readOnly: true, max: 40 }),
    proposalStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'pending',
      of: {
        pending: { zh: '待确认', en: 'Open', tone: 'busy' },
        accepted: { zh: '已采纳', en: 'Accepted', tone: 'good' },
        refused: { zh: '已拒绝', en: 'Refused', tone: 'plain' },
      },
    }),
  },
})

/** A person decides on a proposal; acceptance writes the card that it is about. */
export const proposalDeciding = machine(nameProposal, 'proposalStatus', {
  accept: {
    from: ['pending'],
    to: 'accepted',
    zh: '采纳',
    en: 'Accept',
    may: 'nameProposal.decide',
    many: true,
    input: {
      classify: link({ zh: '改为分类', en: 'Another class', to: 'deviceClass' }),
      standardName: text({ zh: '改为名称', en: 'Another name', max: 100 }),
    },
  },
  refuse: { from: ['pending'], to: 'refused', zh: '拒绝', en: 'Refuse', may: 'nameProposal.decide', many: true, input: {} },
})
