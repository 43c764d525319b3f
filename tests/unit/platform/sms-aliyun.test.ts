import { expect, test } from 'vitest'
import { aliyunSignature } from '#server/features/notice/sms-aliyun.ts'

// The example of the vendor's page on signing requests of the SMS service.
const published = {
  SignatureMethod: 'HMAC-SHA1',
  SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
  AccessKeyId: 'testId',
  SignatureVersion: '1.0',
  Timestamp: '2017-07-12T02:42:19Z',
  Format: 'XML',
  Action: 'SendSms',
  Version: '2017-05-25',
  RegionId: 'cn-hangzhou',
  PhoneNumbers: '15300000001',
  SignName: '阿里云短信测试专用',
  TemplateParam: '{"customer":"test"}',
  TemplateCode: 'SMS_71390007',
  OutId: '123',
}

test('a request is signed as in the example that the vendor publishes', () => {
  expect(aliyunSignature('GET', published, 'testSecret')).toBe('zJDF+Lrzhj/ThnlvIToysFRq6t4=')
})

test('the signature holds method, every parameter and the secret', () => {
  const others = [
    aliyunSignature('POST', published, 'testSecret'),
    aliyunSignature('GET', { ...published, PhoneNumbers: '15300000002' }, 'testSecret'),
    aliyunSignature('GET', published, 'another'),
  ]
  expect(new Set([...others, aliyunSignature('GET', published, 'testSecret')]).size).toBe(4)
})
