import { hashFirstPassword, newPassword } from './factors/first-passwords.ts'
import { digestOf, hashPassword, passwordFits } from './factors/password.ts'
import { refuseForIdentity } from './factors/password-policy.ts'
import { dingtalkMessage, robotMessage } from './federated/dingtalk-client.ts'
import { giveFirstPassword, givingFirstPasswords } from './federated/identities.ts'
import { providerOfRow } from './federated/identity-provider.ts'
import { refuseOpenAddress } from './federated/oidc-client.ts'
import { VendorRefusal } from './federated/vendor-client.ts'
import { wecomMessage } from './federated/wecom-client.ts'
import { setsPasswords } from './people/duty-limits.ts'
import { holderNamed, holdersToChoose, holdsRight, refuseUnable } from './people/in-charge.ts'
import { refuseLesser } from './people/limits.ts'
import { roleChoices } from './people/role-choices.ts'
import { opensMore } from './people/role-limits.ts'
import { checkCaptcha, newCaptcha } from './sign-in/captcha.ts'
import { endSessionsOf, forgetAttempts } from './sign-in/end-sessions.ts'
import { liveSession } from './sign-in/session-list.ts'
import { countAttempt, originOf } from './sign-in/sign-in.ts'
import { helpOf, tenantNamed } from './sign-in/tenant-named.ts'

/** The host name in an address, or in what is one already. */
export const hostOf = (address: string): string =>
  address
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[/:]/)[0]!

/** For modules that add people: each gets a first password, where the person who adds them may know it. */
/** For messages that leave through an identity provider of the vendor. */
/** For what roles may be given, and what is shared with them. */
/** For work that a person is put in charge of. */
/** For notices in a browser, which end with its session. */
/** For codes that reset a forgotten password, which leave as messages, and for reports without an account. */
export {
  checkCaptcha,
  countAttempt,
  digestOf,
  dingtalkMessage,
  endSessionsOf,
  forgetAttempts,
  giveFirstPassword,
  givingFirstPasswords,
  hashFirstPassword,
  hashPassword,
  helpOf,
  holderNamed,
  holdersToChoose,
  holdsRight,
  liveSession,
  newCaptcha,
  newPassword,
  opensMore,
  originOf,
  passwordFits,
  providerOfRow,
  refuseForIdentity,
  refuseLesser,
  refuseOpenAddress,
  refuseUnable,
  robotMessage,
  roleChoices,
  setsPasswords,
  tenantNamed,
  VendorRefusal,
  wecomMessage,
}
