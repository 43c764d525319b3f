import { machine } from '../../../kit/entity/machine.ts'
import { deviceTag } from './device-tag.ts'

/** A tag is free or on one card; raised by the calls that bind and unbind, and by a card whose RFID changes. */
export const tagBinding = machine(deviceTag, 'tagStatus', {
  bind: { from: ['free'], to: 'bound', zh: '绑定', en: 'Bind', inner: true, input: {} },
  unbind: { from: ['bound'], to: 'free', zh: '解绑', en: 'Unbind', inner: true, input: {} },
})

/** A locked tag is neither changed, removed, bound nor unbound. */
export const tagEditing = machine(deviceTag, 'editStatus', {
  lock: { from: ['open'], to: 'locked', zh: '锁定', en: 'Lock', inner: true, input: {} },
  unlock: { from: ['locked'], to: 'open', zh: '解锁', en: 'Unlock', inner: true, input: {} },
})
