import { later } from '#src/kit/phone/lazy-load.ts'

// What stands before the pages of the modules.
export const SignInPhone = later(() => import('#src/features/platform/sign-in-phone.tsx').then((part) => part.SignInPhone))
export const PasswordPhone = later(() => import('#src/features/platform/password-phone.tsx').then((part) => part.PasswordPhone))
export const FederatedPhone = later(() => import('#src/features/platform/federated-phone.tsx').then((part) => part.FederatedPhone))
