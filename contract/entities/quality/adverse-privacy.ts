import type { Words } from '../../kit/words.ts'

// Texts of an adverse event name no patient: what identifies a person is found by its form.

const apart = '[\\s-]?'

const identity = /(?<!\d)\d{17}[\dx](?!\d)/i
const writtenApart = new RegExp(
  `(?<!\\d)\\d{6}${apart}(?:19|20)\\d{2}${apart}(?:0[1-9]|1[0-2])${apart}(?:0[1-9]|[12]\\d|3[01])${apart}\\d{3}[\\dx](?!\\d)`,
  'i',
)
const mobile = new RegExp(`(?<!\\d)(?:\\+?86${apart})?1[3-9]\\d${apart}\\d{4}${apart}\\d{4}(?!\\d)`)
const number =
  /(?:住院|门诊|急诊|病历|病案|就诊卡?|诊疗卡|登记|医保卡?|社保卡?)(?:号码?|编号|ID)\s*(?:[:=]|是|为)?\s*[a-z]{0,4}\d|(?:患者|病人)(?:号码?|编号|ID)\s*(?:[:=]|是|为)?\s*[a-z]{0,4}\d|床号\s*(?:[:=]|是|为)?\s*\+?\d/i
const numberInEnglish =
  /\b(?:mrn|(?:patient|medical record|hospital|admission|inpatient|outpatient)\s*(?:id|no\.?|number|#))\s*[:=#]?\s*[a-z]{0,4}-?\d/i
const name = /(?:患者|病人)?姓名\s*(?:[:=]|是|为)\s*\S|\b(?:patient(?:['’]s)?\s+)?name\s*:\s*\S/i

const forms: readonly (Words & { readonly is: readonly RegExp[] })[] = [
  { zh: '身份证号', en: 'identity numbers', is: [identity, writtenApart] },
  { zh: '个人手机号', en: 'mobile phone numbers', is: [mobile] },
  { zh: '住院号、病历号等患者编号', en: 'hospital numbers of patients', is: [number, numberInEnglish] },
  { zh: '患者姓名', en: 'names of patients', is: [name] },
]

/** What in a text identifies a person, such as an identity number; undefined if nothing does. Full-width digits count as digits. */
export function personalIn(text: string): Words | undefined {
  const plain = text.normalize('NFKC')
  const found = forms.find(({ is }) => is.some((form) => form.test(plain)))
  return found && { zh: found.zh, en: found.en }
}
