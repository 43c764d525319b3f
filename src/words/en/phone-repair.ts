import type { phoneRepairZh } from '../zh/phone-repair.ts'

/** Free words of reports and repairs on the phone in English: a missing key does not compile. */
export const phoneRepairEn: Record<keyof typeof phoneRepairZh, string> = {
  'form.required': 'required',
  'form.saveFailed': 'Not saved: {why}',
  'form.storeFull': 'This phone is full. Delete photos first',
  'form.otherPerson': 'Someone else signed in on this phone. Reload the page',
  'form.notKept': "Can't save on this phone. Try again",
  'photo.nth': 'Photo {n}',
  'photo.remove': 'Delete photo {n}',
  'photo.wait': 'Photos are still being prepared. Submit in a moment',
  'photo.unreadable': "A photo can't be opened. Take it again",
  'repair.report': 'Report a fault',
  'repair.scan': 'Scan to report',
  'repair.scanHint': 'Scan the broken device',
  'repair.mine': 'My reports',
  'repair.work': 'My work',
  'repair.pool': 'To acknowledge',
  'repair.saved': 'Saved on this phone, sent once there is a signal',
  'queue.pending': 'Saved on this phone, to be sent',
  'queue.stuck': 'The server did not accept it. Fix it in the queue',
  'repair.stopAsked': "Out-of-service requested. The device's status changes once its department confirms",
  'repair.photosWaiting': 'Photos show when online',
  'step.saved': 'Saved: {what}',
  'step.sure': '{what}?',
  'repair.shared': 'Photos received: {n}. Scan the broken device',
}
