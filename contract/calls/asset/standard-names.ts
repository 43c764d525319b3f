import { nameProposal } from '../../entities/asset/device/name-proposal.ts'
import { listOf, one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, ids, items, text } from '../../kit/fields/field.ts'

/** Names that one request may hold; larger batches are sent in parts. */
export const mostNames = 1000

const { inputName, device, standardName, classify, riskLevel, usefulLifeMonths, measureType, matchedWith } = nameProposal.fields

/** Proposes standard name, class, risk class, useful life and verification for free-text names or for cards, with a score and alternatives. */
export const proposeNames = call('nameProposal.propose', {
  zh: '生成标准化建议',
  en: 'Propose standard names',
  module: 'asset',
  method: 'POST',
  path: '/eam/ai/device-standardization',
  may: 'nameProposal.propose',
  writes: true,
  changes: ['nameProposal'],
  timeoutS: 60,
  answers: listOf({
    id: out.text,
    version: out.number,
    inputName,
    device,
    standardName,
    classify,
    riskLevel,
    usefulLifeMonths,
    measureType,
    /** 0 to 1. */
    score: out.number,
    matchedWith,
    alternatives: out.list({ is: 'object', fields: { standardName, classify, score: out.number } }),
  }),
  input: {
    names: items({
      zh: '名称',
      en: 'Names',
      max: mostNames,
      fields: { name: text({ zh: '名称', en: 'Name', required: true, max: 200 }) },
    }),
    ids: ids({ zh: '设备卡', en: 'Device cards', to: 'device', max: mostNames }),
    nameLanguage: choice({
      zh: '标准名称语言',
      en: 'Standard name language',
      of: { zh: { zh: '中文', en: 'Chinese' }, en: { zh: '英文', en: 'English' } },
    }),
  },
})

/** Puts the built-in names, useful lives and compulsory verification into the hospital's own dictionaries; what is there already stays. */
export const loadNames = call('deviceTerm.loadBuiltIn', {
  zh: '载入内置词典',
  en: 'Load the built-in dictionary',
  module: 'asset',
  method: 'POST',
  path: '/eam/device-term/load-built-in',
  may: 'deviceTerm.submit',
  writes: true,
  changes: ['deviceTerm', 'deviceClass'],
  timeoutS: 60,
  answers: one({ names: out.number, classes: out.number }),
  input: {},
})
