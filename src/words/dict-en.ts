import type { dictZh } from './dict-zh.ts'

/** Free words of the dictionary pages. */
export const dictEn: Readonly<Record<keyof typeof dictZh, string>> = {
  'dict.sealedChoice': '{name} (sealed)',
  'dict.sealed': 'Sealed',
  'dict.open': 'In use',
  'dict.addHead': 'Add a dictionary',
  'dict.addValue': 'Add a value',
  'dict.addBelow': 'Add below',
  'dict.change': 'Change',
  'dict.remove': 'Remove',
  'dict.values': 'Values of “{name}”',
  'dict.choose': 'Choose a dictionary on the left',
  'dict.seal': 'Seal',
  'dict.unseal': 'Reopen',
  'dict.askRemove': 'Remove “{name}”?',
  'dict.system': 'The platform keeps the system dictionaries. A hospital replaces one by a dictionary of the same code among its own.',
  'dict.own': 'A dictionary here comes before the system dictionary of the same code.',
}
