import type { Words } from '../../kit/words.ts'

/** What a score is made of, in the order in which it is explained. */
export const replacementFactors = {
  age: { zh: '使用年限', en: 'Age' },
  cost: { zh: '维护费用', en: 'Upkeep cost' },
  downtime: { zh: '停用时长', en: 'Downtime' },
  risk: { zh: '风险', en: 'Risk' },
} as const satisfies Readonly<Record<string, Words>>
export type ReplacementFactor = keyof typeof replacementFactors

/** What a score advises. */
export const replacementLevels = {
  advise: { zh: '建议更新', en: 'Replace', tone: 'bad' },
  watch: { zh: '关注', en: 'Watch', tone: 'warn' },
  keep: { zh: '暂不更新', en: 'Keep', tone: 'good' },
} as const
export type ReplacementLevel = keyof typeof replacementLevels

/** The terms of a score, as a rule of the hospital has them. */
export interface ReplacementTerms {
  readonly ageWeight: number
  readonly costWeight: number
  readonly downtimeWeight: number
  readonly riskWeight: number
  readonly ageFull: number
  readonly costFull: number
  readonly downtimeFull: number
  readonly adviseScore: number
  readonly watchScore: number
}

/** The terms before a hospital sets its own. */
export const usualTerms: ReplacementTerms = {
  ageWeight: 40,
  costWeight: 25,
  downtimeWeight: 20,
  riskWeight: 15,
  ageFull: 100,
  costFull: 30,
  downtimeFull: 720,
  adviseScore: 70,
  watchScore: 50,
}

const weightNames = ['ageWeight', 'costWeight', 'downtimeWeight', 'riskWeight'] as const satisfies readonly (keyof ReplacementTerms)[]

/** The weights of a rule added up. */
export const weightSum = (terms: ReplacementTerms): number => weightNames.reduce((sum, name) => sum + Number(terms[name]), 0)

/** Why terms cannot be a rule; undefined if they can. */
export function termsProblem(terms: ReplacementTerms): Words | undefined {
  const sum = weightSum(terms)
  if (sum !== 100) return { zh: `各项权重合计应为 100，现为 ${sum}`, en: `The weights must add up to 100, not ${sum}` }
  if (Number(terms.watchScore) > Number(terms.adviseScore))
    return {
      zh: `关注分数线（${terms.watchScore}）不能高于建议更新分数线（${terms.adviseScore}）`,
      en: `“Watch from” (${terms.watchScore}) cannot be above “Replace from” (${terms.adviseScore})`,
    }
  return undefined
}

/** Points of risk: life support and emergency devices, else by the class of the catalogue. */
export const riskPoints = { vital: 100, III: 80, II: 50, I: 20 } as const

/** What a score says of a device: what is known of each factor and its points of 100; null where nothing is known. */
export interface ReplacementScore {
  readonly score: number
  readonly ageMonths: number | null
  readonly lifeMonths: number | null
  readonly yearCost: string | null
  readonly costShare: number | null
  readonly downMinutes: number
  readonly isVital: 0 | 1
  readonly riskClass: string | null
  readonly agePoints: number | null
  readonly costPoints: number | null
  readonly downtimePoints: number
  readonly riskPoints: number | null
}

const classes: Readonly<Record<string, Words>> = {
  I: { zh: 'Ⅰ类', en: 'class I' },
  II: { zh: 'Ⅱ类', en: 'class II' },
  III: { zh: 'Ⅲ类', en: 'class III' },
}

const points = (found: number | null, weight: number): Words =>
  found === null ? { zh: '未计分', en: 'no points' } : { zh: `${found} 分 × ${weight}%`, en: `${found} points × ${weight}%` }

/** Each factor of a score as a sentence. */
export function explainScore(of: ReplacementScore, terms: ReplacementTerms): readonly (Words & { readonly factor: ReplacementFactor })[] {
  const hours = Math.round(of.downMinutes / 6) / 10
  const facts: Readonly<Record<ReplacementFactor, Words>> = {
    age:
      of.ageMonths === null || of.lifeMonths === null
        ? {
            zh: of.ageMonths === null ? '卡片未填启用日期' : '卡片和分类未填使用年限',
            en: of.ageMonths === null ? 'the card has no date of first use' : 'card and class have no useful life',
          }
        : { zh: `已用 ${of.ageMonths} 个月，年限 ${of.lifeMonths} 个月`, en: `${of.ageMonths} of ${of.lifeMonths} months used` },
    cost:
      of.costShare === null
        ? { zh: '卡片未填原值或费用不可见', en: 'the card has no value, or costs are hidden' }
        : {
            zh: `近 12 个月维护费用 ${of.yearCost} 元，占原值 ${of.costShare}%`,
            en: `upkeep of 12 months cost ${of.yearCost}, ${of.costShare}% of the value`,
          },
    downtime: { zh: `近 12 个月停用 ${hours} 小时`, en: `${hours} hours out of use in 12 months` },
    risk:
      of.isVital === 1
        ? { zh: '急救或生命支持设备', en: 'an emergency or life support device' }
        : of.riskClass === null
          ? { zh: '卡片未填管理类别', en: 'the card has no risk class' }
          : { zh: `管理类别${classes[of.riskClass]!.zh}`, en: classes[of.riskClass]!.en },
  }
  const found = { age: of.agePoints, cost: of.costPoints, downtime: of.downtimePoints, risk: of.riskPoints }
  return (Object.keys(replacementFactors) as ReplacementFactor[]).map((factor) => {
    const [fact, given] = [facts[factor], points(found[factor], Number(terms[`${factor}Weight`]))]
    return {
      factor,
      zh: `${replacementFactors[factor].zh}：${fact.zh}，${given.zh}`,
      en: `${replacementFactors[factor].en}: ${fact.en}, ${given.en}`,
    }
  })
}
