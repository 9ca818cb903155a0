import { expect, test } from 'vitest'
import { droppable } from './unused-links.ts'

test('a link or form that no screen uses has nothing that would keep it in a script', () => {
  const form = 'const Form = React.forwardRef((props) => null);\nForm.displayName = "Form";\nexport { Form };\n'
  expect(droppable(form)).toBe('const Form = /* @__PURE__ */ React.forwardRef((props) => null);\n\nexport { Form };\n')
})
