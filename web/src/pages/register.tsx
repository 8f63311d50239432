import { SignInForm } from '#features/accounts/index.ts'
import { useTitle } from '#ui/use-title.ts'

export function RegisterPage() {
  useTitle('Register')
  return <SignInForm purpose="register" />
}
