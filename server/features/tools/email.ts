import type { EmailForm } from '#shared/tools-form.ts'
import { targetLength } from '#shared/text-length.ts'
import { bodyPrompt, emailOrder, subjectsPrompt } from './email-prompts.ts'
import { reviseText } from './revise-text.ts'
import { withPasted } from './source.ts'
import type { Tool } from './tool.ts'

/** An e-mail: a choice of subjects, then the body. Its title is the subject. */
export const email: Tool<EmailForm> = {
  stages: ['title', 'text'],
  order: emailOrder,
  async write(writer, given) {
    const material = withPasted(given, 'the e-mail to answer', given.form.received)
    const { form } = material
    const length = targetLength('email', form)
    await writer.titles(() => subjectsPrompt(material))
    writer.nameIt(form.topic)
    await writer.stage('text', async () => {
      const subject = writer.title()
      const whole = bodyPrompt(material, { subject, length })
      await writer.write(whole, { length })
      await reviseText(writer, material, {
        order: emailOrder(form),
        tone: form.tone,
        length,
        // A complete short e-mail is not padded.
        lengthShareMin: 0.6,
        work: [['subject', subject]],
        rules: ['No heading, no bold. The subject is not repeated.'],
      })
    })
  },
}
