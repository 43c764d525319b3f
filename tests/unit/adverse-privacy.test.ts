import { describe, expect, test } from 'vitest'
import { personalIn } from '#contract/entities/quality/adverse-privacy.ts'

describe('texts that identify a person', () => {
  test.each([
    ['身份证号', '患者110101199001011234，输注异常'],
    ['身份证号', '证件 11010119900101123X'],
    ['身份证号', '证件 110101 19900101 123x'],
    ['身份证号', '１１０１０１１９９００１０１１２３４'],
    ['个人手机号', '联系 13800138000'],
    ['个人手机号', '+86 138-0013-8000'],
    ['个人手机号', '１３８００１３８０００家属'],
    ['住院号、病历号等患者编号', '住院号：0012345'],
    ['住院号、病历号等患者编号', '病案号 ZY123'],
    ['住院号、病历号等患者编号', '门诊号码为 88'],
    ['住院号、病历号等患者编号', '床号：12'],
    ['住院号、病历号等患者编号', 'MRN: 00123'],
    ['住院号、病历号等患者编号', 'patient ID 4711'],
    ['住院号、病历号等患者编号', '患者编号：A0071'],
    ['患者姓名', '患者姓名：张某'],
    ['患者姓名', 'Patient name: Wang'],
  ])('%s: %s', (found, text) => {
    expect(personalIn(text)?.zh).toBe(found)
  })

  test.each([
    ['a device identifier', '(01)06901234567892(17)280101(21)SN123456'],
    ['a serial number', '序列号 1380013800 与 SN13800138000123'],
    ['a landline', '厂家电话 027-83664321'],
    ['an order', '维修工单 WX-2026-000123'],
    ['a day after the patient', '该患者20260305使用时报警'],
    ['figures', '流速 120 mL/h，偏差 15%，2026-03-05 14:30'],
    ['a patient without a name', '一名患者输注延迟约 40 分钟，未造成伤害'],
    ['words of a form', '住院患者、门诊患者均受影响'],
  ])('%s identifies no one', (_, text) => {
    expect(personalIn(text)).toBeUndefined()
  })
})
