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

/** Kinds that are pictures of the device itself. */
export const photoKinds: readonly AttachKind[] = ['photo', 'nameplate']
