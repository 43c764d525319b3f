import { nameOfNode, nodeNameIn } from '#contract/entities/flow/seeded-names.ts'
import {
  type ApproveNode,
  type AssigneeRule,
  assigneeRules,
  type Branch,
  type Condition,
  type ConditionBranch,
  comparisons,
  type FlowNode,
  lateActs,
} from '#contract/entities/flow/tree.ts'
import { type Approval, deptRoles } from '#contract/kit/entity/approval.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { type Language, listed } from '#contract/kit/words.ts'
import { textOf } from '#src/kit/value-text.ts'
import type { Speech } from '#src/words/words.ts'

/** The names of rows that a tree knows by id only. */
export type Names = ReadonlyMap<string, string>

/** What sentences are made with. */
export interface Telling {
  readonly speech: Speech
  readonly names: Names
  /** The kind of documents; absent when no module declares it any more. */
  readonly approval?: Approval | undefined
}

const nameOf = (id: unknown, names: Names): string => names.get(String(id)) ?? '…'

function ruleText(rule: AssigneeRule, { speech: { word, say, language }, names }: Telling): string {
  switch (rule.by) {
    case 'user':
      return listed(
        rule.ids.map((id) => nameOf(id, names)),
        language,
      )
    case 'role':
    case 'post': {
      const all = listed(
        rule.ids.map((id) => nameOf(id, names)),
        language,
      )
      return `${say(assigneeRules[rule.by])} ${all}`.trim()
    }
    case 'head': {
      const dept = say(deptRoles[rule.of])
      return rule.levels ? word('flow.headUp', { dept, n: rule.levels }) : word('flow.headOf', { dept })
    }
    default:
      return say(assigneeRules[rule.by])
  }
}

/** Whom a node asks; empty when no rule names anybody. */
export function whoText(who: readonly AssigneeRule[], telling: Telling): string {
  const said = who.filter((rule) => !('ids' in rule) || rule.ids.length > 0).map((rule) => ruleText(rule, telling))
  return listed(said, telling.speech.language)
}

/** Whether a node can come to several people, so that it matters how they decide. */
const isForSeveral = (who: readonly AssigneeRule[]): boolean =>
  who.length > 1 || who.some((rule) => rule.by !== 'head' && (rule.by !== 'user' || rule.ids.length > 1))

function modeText({ mode, share = 0 }: ApproveNode, { speech: { word } }: Telling): string {
  if (mode === 'share') return word('flow.modeShare', { share })
  return word(mode === 'one' ? 'flow.modeOne' : mode === 'all' ? 'flow.modeAll' : 'flow.modeOrder')
}

function approveText(node: ApproveNode, telling: Telling): string {
  const { word, say, language } = telling.speech
  const who = whoText(node.who, telling)
  if (!who) return word('flow.noWho')
  const late = node.limit && say(lateActs[node.limit.late])
  const parts = [
    who,
    ...(isForSeveral(node.who) ? [modeText(node, telling)] : []),
    ...(node.limit && late ? [word('flow.within', { hours: node.limit.hours, late: language === 'en' ? late.toLowerCase() : late })] : []),
  ]
  return parts.join(word('flow.comma'))
}

/** What a node does, in one sentence. */
export function nodeText(node: FlowNode, telling: Telling): string {
  const { word, say } = telling.speech
  switch (node.kind) {
    case 'approve':
      return approveText(node, telling)
    case 'copy': {
      const who = whoText(node.who, telling)
      return who ? word('flow.copies', { who }) : word('flow.noWho')
    }
    case 'condition':
      return word('flow.chooses')
    case 'parallel':
      return word('flow.splits', { n: node.branches.length })
    case 'automatic': {
      const act = telling.approval?.machine.steps[node.act]
      return node.act ? word('flow.does', { act: act ? say(act) : node.act }) : word('flow.noAct')
    }
    case 'end':
      return word('flow.endHere')
  }
}

/** The name of a node, or the word of its kind. */
export const nodeName = (node: FlowNode, { speech: { language } }: Telling): string => nodeNameIn(nameOfNode(node), language)

function valueText(field: Field | undefined, value: unknown, names: Names, language: Language): string {
  if (field?.kind === 'link' || field?.kind === 'ids') return nameOf(value, names)
  if (field?.kind === 'choices') return textOf('value', field, { value: [value] }, language)
  return field ? textOf('value', field, { value }, language) : String(value)
}

/** One condition as a sentence: “原值 大于 ¥100,000.00”. */
export function conditionText({ fact, is, value }: Condition, { speech: { word, say, language }, names, approval }: Telling): string {
  const field = approval?.facts[fact]
  const values = (Array.isArray(value) ? value : [value]).map((one) => valueText(field, one, names, language))
  return word('flow.condition', {
    fact: field ? say(field) : fact,
    is: say(comparisons[is]),
    value: listed(values, language) || '…',
  }).trim()
}

/** All conditions of a branch as one sentence; empty when it has none. */
export function whenText(when: ConditionBranch['when'], telling: Telling): string {
  const { word } = telling.speech
  return when
    .filter((group) => group.length > 0)
    .map((group) => group.map((one) => conditionText(one, telling)).join(word('flow.and')))
    .join(word('flow.or'))
}

/** What a branch is taken for. */
export function branchText(branch: Branch, isDefault: boolean, telling: Telling): string {
  const { word } = telling.speech
  if ('when' in branch) return whenText((branch as ConditionBranch).when, telling) || word('flow.noCondition')
  return isDefault ? word('flow.otherwise') : ''
}
