import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How lists of old certificates are read into metrology records with their results. */
export const metrologyImport: ImportFacts = {
  same: [
    ['certificateNo', 'device'],
    ['device', 'measureKind', 'measuredOn'],
  ],
  history: ['result', 'measuredOn', 'certificateNo', 'validUntil', 'readings', 'cost'],
  maxRows: 10_000,
  codes: ['certificateNo'],
  note: 'remark',
  prefixes: ['计量', '检定', '校准', '证书'],
  aliases: {
    device: [
      '设备',
      '设备编号',
      '资产编号',
      '资产编码',
      '卡片编号',
      '器具编号',
      '设备名称',
      '器具名称',
      'device',
      'asset number',
      'asset code',
    ],
    measureKind: ['检定方式', '检定/校准', '方式', '类型', 'metrology type', 'kind', 'type'],
    measuredOn: ['检定日期', '校准日期', '检定/校准日期', '检测日期', '日期', 'measured on', 'verified on', 'calibrated on', 'date'],
    certificateNo: [
      '证书号',
      '证书编码',
      '检定证书号',
      '检定证书编号',
      '校准证书编号',
      'certificate',
      'certificate no',
      'certificate number',
    ],
    validUntil: ['有效期', '有效日期', '有效截止日期', '到期日期', '下次检定日期', 'valid until', 'expires', 'expiry date'],
    body: ['检定机构', '检定单位', '校准机构', '检测机构', '检定部门', 'body', 'laboratory', 'metrology body'],
    result: ['结论', '检定结论', '检定结果', '校准结果', '结果', 'result', 'finding'],
    readings: ['测量结果', '检定数据', 'readings'],
    cost: ['费用', '检定费', '检定费用', 'cost', 'fee'],
    remark: ['说明', 'notes', 'note', 'remarks'],
  },
  choices: {
    measureKind: {
      verification: ['首次检定', '后续检定', '周期检定', '强检', '强制检定', 'verify'],
      calibration: ['calibrate', '校验'],
    },
    result: {
      passed: ['通过', '符合', '符合要求', '准用', 'pass', 'ok', 'qualified'],
      limited: ['限制使用', '降级使用', '降级', 'limited', 'restricted'],
      failed: ['不通过', '不符合', '停用', '禁用', 'fail', 'rejected'],
    },
  },
}
