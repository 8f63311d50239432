/** Mantine's checkbox with its styles. */
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'

export { Checkbox } from '@mantine/core'
