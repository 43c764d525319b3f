/** A name as it is compared: words of Latin letters, and Chinese characters in runs. */
export interface NameUnits {
  readonly words: readonly string[]
  readonly runs: readonly string[]
}

/** Spellings that mean the same word. */
const spellings: Readonly<Record<string, string>> = {
  anesthesia: 'anaesthesia',
  anesthetic: 'anaesthesia',
  anaesthetic: 'anaesthesia',
  analyzer: 'analyser',
  sterilizer: 'steriliser',
  sterilisation: 'steriliser',
  nebulizer: 'nebuliser',
  vaporizer: 'vaporiser',
  hematology: 'haematology',
  hemodialysis: 'haemodialysis',
  color: 'colour',
  foetal: 'fetal',
  orthopaedic: 'orthopedic',
  gynaecological: 'gynecology',
  gynaecology: 'gynecology',
  gynecological: 'gynecology',
  xray: 'x-ray',
  ultrasonic: 'ultrasound',
  ultrasonography: 'ultrasound',
  sonography: 'ultrasound',
  bp: 'blood-pressure',
  ot: 'operating',
  or: 'operating',
  operation: 'operating',
  theatre: 'operating',
  surgery: 'surgical',
  pneumatics: 'pneumatic',
  neonate: 'neonatal',
  newborn: 'neonatal',
  baby: 'infant',
  apparatus: 'machine',
  unit: 'machine',
  device: 'machine',
  system: 'machine',
  equipment: 'machine',
}

const spelled = (word: string): string => {
  const one = word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word
  return spellings[one] ?? one
}

/** A model such as M9, LOGIQE9, 7A-23D or 560034 says nothing of the kind; CO2, H2O2 and words of the trade that hold a digit do. */
const isModel = (word: string): boolean => /\d/.test(word) && !/^(co2|spo2|etco2|h2o2|o2|13c|14c|3d|4d|c13|c14|hba1c|ca125)$/.test(word)

/** Splits a free-text name into what may be compared: full-width letters, capitals, punctuation, quantities and models make no difference. */
export function unitsOf(name: string): NameUnits {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/x[\s-]?ra(y|dio)/g, 'x-ra$1')
    .replace(/\bc[\s-]arm/g, 'c-arm')
    .replace(/blood pressure/g, 'blood-pressure')
    .replace(/γ/g, '伽玛')
    .replace(/[型形](?=臂|刀)/g, '')
  const words = [...plain.matchAll(/[a-z0-9][a-z0-9+/.-]*/g)]
    .flatMap(([word]) => (/^(x-ray|c-arm|blood-pressure)$/.test(word) ? [word] : word.split(/[-/.+]+/)))
    .filter((word) => word !== '' && !isModel(word))
    .map(spelled)
  const runs = [...plain.matchAll(/\p{Script=Han}+/gu)].map(([run]) => run)
  return { words, runs }
}

/** What two names have in common when they mean the same: the key under which decisions are remembered. */
export const nameKey = (name: string): string => {
  const { words, runs } = unitsOf(name)
  const key = `${runs.join('')} ${[...words].sort().join(' ')}`.trim()
  return key === '' ? name.normalize('NFKC').toLowerCase().trim() : key
}
