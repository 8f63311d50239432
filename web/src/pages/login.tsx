import { SignInForm } from '#features/accounts/index.ts'
import { useTitle } from '#ui/use-title.ts'

export function LoginPage() {
  useTitle('Login')
  return <SignInForm purpose="login" />
}
