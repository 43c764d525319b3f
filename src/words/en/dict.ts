import type { dictZh } from '../zh/dict.ts'

/** Free words of the dictionary pages. */
export const dictEn: Readonly<Record<keyof typeof dictZh, string>> = {
  'dict.sealedChoice': '{name} (sealed)',
  'dict.sealed': 'Sealed',
  'dict.open': 'In use',
  'dict.addHead': 'Add dictionary',
  'dict.addValue': 'Add value',
  'dict.addBelow': 'Add below',
  'dict.change': 'Edit',
  'dict.remove': 'Delete',
  'dict.values': 'Values of “{name}”',
  'dict.none': 'No dictionaries yet',
  'dict.noneAdd': 'No dictionaries yet. Select “Add dictionary” to create the first one',
  'dict.choose': 'Select a dictionary on the left',
  'dict.seal': 'Seal',
  'dict.unseal': 'Unseal',
  'dict.askRemove': 'Delete “{name}”?',
  'dict.system': 'System dictionaries are shared by all hospitals. A hospital can override one with its own dictionary of the same code.',
  'dict.own': 'A dictionary here overrides the system dictionary of the same code.',
}
