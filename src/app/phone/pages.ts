import { later } from '#src/kit/phone/store/lazy-load.ts'

// What stands before the pages of the modules.
export const SignInPhone = later(() => import('#src/features/identity/sign-in/sign-in-phone.tsx').then((part) => part.SignInPhone))
export const PasswordPhone = later(() => import('#src/features/identity/sign-in/password-phone.tsx').then((part) => part.PasswordPhone))
export const FederatedPhone = later(() => import('#src/features/identity/sign-in/federated-phone.tsx').then((part) => part.FederatedPhone))
