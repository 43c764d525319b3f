/** What a document of a device is. The newest photo stands in the header of the card. */
export const attachKinds = {
  photo: { zh: '设备照片', en: 'Photo' },
  nameplate: { zh: '铭牌照片', en: 'Nameplate' },
  manual: { zh: '使用说明书', en: 'Manual' },
  contract: { zh: '采购合同', en: 'Contract' },
  invoice: { zh: '发票', en: 'Invoice' },
  certificate: { zh: '证书', en: 'Certificate' },
  metrology: { zh: '计量证书', en: 'Metrology certificate' },
  registration: { zh: '注册证', en: 'Registration certificate' },
  acceptance: { zh: '验收报告', en: 'Acceptance report' },
  service: { zh: '维保资料', en: 'Service record' },
  other: { zh: '其他资料', en: 'Other' },
} as const
export type AttachKind = keyof typeof attachKinds

/** Words in names of files that tell their kind, the first that fits; a registration is a certificate, too. */
const kindWords: readonly (readonly [AttachKind, RegExp])[] = [
  ['registration', /注册证|备案凭证|registration/i],
  ['metrology', /检定|校准|计量|calibration|metrology/i],
  ['acceptance', /验收|acceptance/i],
  ['manual', /说明书|操作手册|使用手册|用户手册|manual|instruction/i],
  ['contract', /合同|协议|contract/i],
  ['invoice', /发票|invoice/i],
  ['service', /维保|维修|保养|巡检|service|maintenance/i],
  ['certificate', /合格证|证书|证明|certificate/i],
]

/** The kind of a file of a device by its name: pictures are photos or nameplates, documents what their name says. */
export function kindOfFile(name: string, isPicture: boolean): AttachKind {
  if (isPicture) return /铭牌|nameplate|name plate/i.test(name) ? 'nameplate' : 'photo'
  return kindWords.find(([, words]) => words.test(name))?.[0] ?? 'other'
}

/** Kinds that are pictures of the device itself. */
export const photoKinds: readonly AttachKind[] = ['photo', 'nameplate']
