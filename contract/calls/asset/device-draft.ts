import { deviceDraft, draftFacts } from '../../entities/asset/drafts/device-draft.ts'
import { listOf, one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { ids } from '../../kit/fields/field.ts'

const { location, useDept, photos, labelCode, toCheck, isRead, pieces } = deviceDraft.fields

/** One device as a phone saw it: photo, code and what was read. Meets no conflict, so that a phone queues it. */
export const captureDevice = call('deviceDraft.capture', {
  zh: '采集设备',
  en: 'Capture a device',
  module: 'asset',
  method: 'POST',
  path: '/eam/device-draft/capture',
  may: 'deviceDraft.submit',
  writes: true,
  offline: true,
  answers: one(saved),
  input: { location, useDept, photos, labelCode: { ...labelCode, scanned: true }, ...draftFacts, toCheck, isRead, pieces },
})

/** The cards and other drafts that may be the same device as these drafts. */
export const draftTwins = call('deviceDraft.twins', {
  zh: '草稿查重',
  en: 'Find draft duplicates',
  module: 'asset',
  method: 'GET',
  path: '/eam/device-draft/twins',
  may: 'device.submit',
  reads: ['deviceDraft', 'device'],
  answers: listOf({
    draftId: out.text,
    /** By what they are alike: the serial number, the whole UDI, or a number of the hospital. */
    by: out.text,
    value: out.text,
    /** One of both. */
    deviceId: out.nullable(out.text),
    twinId: out.nullable(out.text),
    name: out.nullable(out.text),
    code: out.nullable(out.text),
  }),
  input: { ids: ids({ zh: '设备登记草稿', en: 'Registration drafts', to: 'deviceDraft', required: true, max: 200 }) },
})
