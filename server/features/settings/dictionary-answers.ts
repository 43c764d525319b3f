import { businessDictionary as own, systemDictionary as system } from '#contract/calls/settings/dictionary.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import * as rows from './dictionary-rows.ts'
import { removeRows, saveRow } from './dictionary-save.ts'

const answersOf = (set: rows.DictionarySet, calls: typeof own | typeof system): Answer[] => [
  answer(calls.list, { read: (context) => rows.listOf(set, context) }),
  answer(calls.parentList, { read: (context) => rows.parentsOf(set, context) }),
  answer(calls.childList, { read: (context) => rows.childrenOf(set, context) }),
  answer(calls.detail, { read: (context) => rows.detailOf(set, context) }),
  answer(calls.tree, { read: (context) => rows.treeOf(set, context) }),
  answer(calls.dictionary, { read: (context) => rows.valuesOf(set, context) }),
  answer(calls.dictionaryTree, { read: (context) => rows.valuesTreeOf(set, context) }),
  answer(calls.supplierParentList, { read: (context) => rows.suppliersOf(set, context) }),
  answer(calls.submit, { write: (context, tx) => saveRow(set, context, tx) }),
  answer(calls.remove, { write: (context, tx) => removeRows(set, context, tx) }),
]

/** The calls of the system's dictionaries and of a hospital's own. */
export const dictionaryAnswers: readonly Answer[] = [...answersOf(rows.systemSet, system), ...answersOf(rows.ownSet, own)]
