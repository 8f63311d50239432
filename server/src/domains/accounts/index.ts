/** Accounts: sign-in, sessions, tickets, profile. The only place that knows who a token belongs to. */
export { accountRoutes } from './accounts.routes.ts'
export { type Accounts, type AccountsParts, type Caller, createAccounts } from './accounts.service.ts'
export { startCodeMail } from './accounts.worker.ts'
export { issueLoginCode } from './login-code.ts'
