/** An account of the demo data; its password is public. */
export interface DemoAccount {
  tenant: string
  user: string
  password: string
  zh: string
  en: string
}
