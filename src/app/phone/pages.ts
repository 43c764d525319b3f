import { later } from '#src/kit/phone-later.ts'

// The scan page and what a scanned label opens come at once; these come when they are opened or the phone is idle.
export const SignInPhone = later(() => import('#src/features/platform/sign-in-phone.tsx').then((part) => part.SignInPhone))
export const PasswordPhone = later(() => import('#src/features/platform/password-phone.tsx').then((part) => part.PasswordPhone))
export const FindPhone = later(() => import('#src/features/asset/find-phone.tsx').then((part) => part.FindPhone))
export const RoomPhone = later(() => import('#src/features/asset/room-phone.tsx').then((part) => part.RoomPhone))
export const ChecksPhone = later(() => import('#src/features/check/checks-phone.tsx').then((part) => part.ChecksPhone))
export const CheckPhone = later(() => import('#src/features/check/check-phone.tsx').then((part) => part.CheckPhone))
export const CheckDeptPhone = later(() => import('#src/features/check/check-dept-phone.tsx').then((part) => part.CheckDeptPhone))
export const CountPhone = later(() => import('#src/features/check/count-phone.tsx').then((part) => part.CountPhone))
export const RepairPhone = later(() => import('#src/features/service/repair-phone.tsx').then((part) => part.RepairPhone))
export const ReportPhone = later(() => import('#src/features/service/report-phone.tsx').then((part) => part.ReportPhone))
export const OrderPhone = later(() => import('#src/features/service/order-phone.tsx').then((part) => part.OrderPhone))
export const NoticesPhone = later(() => import('#src/features/platform/notices-phone.tsx').then((part) => part.NoticesPhone))
export const QueuePhone = later(() => import('#src/features/platform/queue-phone.tsx').then((part) => part.QueuePhone))
export const MePhone = later(() => import('#src/features/platform/me-phone.tsx').then((part) => part.MePhone))

// What other areas say on the scan page and the card: it comes a moment after them.
export const RecordOnCard = later(() => import('#src/features/check/record-on-card.tsx').then((part) => part.RecordOnCard))
export const SurplusOfCode = later(() => import('#src/features/check/surplus-of-code.tsx').then((part) => part.SurplusOfCode))
export const RepairsOfCard = later(() => import('#src/features/service/repairs-of-card.tsx').then((part) => part.RepairsOfCard))
