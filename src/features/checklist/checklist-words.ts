import type { ItemKind } from '#contract/entities/checklist/items.ts'
import type { Words } from '#contract/kit/words.ts'

/** Words of filling a checklist in, on both bodies; they load with the pages. */
export const checklistWords = {
  fill: { zh: '填写检查表', en: 'Fill in checklist' },
  progress: { zh: '进度', en: 'Progress' },
  required: { zh: '必填', en: 'Required' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
  outside: { zh: '超出范围', en: 'Out of limits' },
  abnormal: { zh: '异常', en: 'Abnormal' },
  normal: { zh: '正常', en: 'Normal' },
  empty: { zh: '未回答', en: 'Not answered' },
  other: { zh: '其他项目', en: 'Other items' },
  items: { zh: '检查项目', en: 'Checklist items' },
  otherItems: { zh: '其余项目', en: 'Remaining items' },
  findings: { zh: '异常项目', en: 'Abnormal findings' },
  noFindings: { zh: '没有异常项目', en: 'No abnormal items' },
  save: { zh: '保存', en: 'Save' },
  saveDraft: { zh: '保存草稿', en: 'Save draft' },
  finish: { zh: '完成检查', en: 'Finish checklist' },
  sure: { zh: '完成后答案不能再修改，有误只能更正', en: 'Answers can no longer be changed afterwards, only corrected' },
  saved: { zh: '已保存，可稍后继续填写', en: 'Saved. You can continue later' },
  finished: { zh: '检查已完成', en: 'Checklist finished' },
  missing: { zh: '还需填写', en: 'Still needed' },
  report: { zh: '报修', en: 'Report a fault' },
  reported: { zh: '已报修', en: 'Fault reported' },
  sign: { zh: '签名', en: 'Signature' },
  signHere: { zh: '请在框内签名', en: 'Sign in the box' },
  useSign: { zh: '使用此签名', en: 'Use this signature' },
  signAgain: { zh: '重签', en: 'Sign again' },
  changed: { zh: '检查表已被他人修改，您填写的内容仍保留', en: 'Someone else changed this checklist. Your answers are kept' },
  keepMine: { zh: '保留我的答案', en: 'Keep my answers' },
  takeTheirs: { zh: '使用最新内容', en: 'Use the latest version' },
  noItems: { zh: '检查表没有项目', en: 'The checklist has no items' },
  fromChecklist: { zh: '来自检查表', en: 'From checklist' },
} as const satisfies Readonly<Record<string, Words>>

/** What the placeholder of an answer says, by the kind of its item. */
export const answerHints: Partial<Record<ItemKind, Words>> = {
  number: { zh: '请输入数值', en: 'Enter a number' },
  text: { zh: '请输入', en: 'Enter text' },
}
