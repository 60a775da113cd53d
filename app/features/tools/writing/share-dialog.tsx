import { Button } from '@mantine/core'
import { useState } from 'react'
import { withTitle } from '#shared/blanks.ts'
import { AppError } from '#shared/errors.ts'
import { useRootData } from '#app/session/root-data.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { useActions, useHandOver, useShownText } from './writing-context.ts'

/** Creates and deletes the link to a text (T20, T21). */
export function ShareDialog(props: {
  isOpen: boolean
  onError: (error: unknown) => void
  onClose: () => void
}) {
  const { t, language } = useTranslation('writing')
  const origin = useRootData()?.siteOrigin ?? ''
  const { shown, content } = useShownText()
  const { update } = useActions()
  const { copy, handOver } = useHandOver()
  /** The text whose open blanks were accepted when its link was made: copying the link asks no second time. */
  const [accepted, setAccepted] = useState<string | null>(null)
  const { send, isPending } = useMutation()
  const { id, shareId } = shown
  const leaving = withTitle(shown.text.title, content)
  const link = shareId && `${origin}/${language}/public/write/${shareId}`
  const setLink = (request: (supabase: Supabase, id: number) => Promise<string | null>) =>
    send(
      async ({ supabase }) => {
        if (id === null) throw new AppError('write_first')
        update(id, { shareId: await request(await supabase(), id) })
      },
      { onError: (_text, error) => props.onError(error) },
    )
  const share = () => {
    setAccepted(leaving)
    void setLink(shareToolUse)
  }
  const unshare = async (supabase: Supabase, textId: number) => {
    await unshareToolUse(supabase, textId)
    return null
  }
  return (
    <Dialog
      isOpen={props.isOpen}
      title={t('writing.share.title')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        link ? (
          <>
            <Button variant="subtle" loading={isPending} onClick={() => void setLink(unshare)}>
              {t('writing.share.unset')}
            </Button>
            <Button
              variant="filled"
              onClick={() => copy({ plain: link }, leaving === accepted ? '' : leaving)}
            >
              {t('writing.share.copy')}
            </Button>
          </>
        ) : (
          <Button variant="filled" loading={isPending} onClick={() => handOver(leaving, share)}>
            {t('writing.share.set')}
          </Button>
        )
      }
    >
      <p>{t('writing.share.text')}</p>
      {link && (
        <TextField
          name="link"
          label={t('writing.share.link')}
          value={link}
          onChange={() => undefined}
          inputProps={{ readOnly: true, onFocus: (event) => event.currentTarget.select() }}
        />
      )}
    </Dialog>
  )
}

/**
 * Makes the text readable for anyone with the link. @returns the link's id @throws AppError `share_after_save` before
 * the first save (T20)
 */
async function shareToolUse(supabase: Supabase, id: number): Promise<string> {
  const { data, error } = await supabase.rpc('share_tool_use', { tool_use_id: id })
  if (error) throw asAppError(error)
  return data
}

/** Closes the link (T21). @throws AppError */
async function unshareToolUse(supabase: Supabase, id: number): Promise<void> {
  const { error } = await supabase.rpc('unshare_tool_use', { tool_use_id: id })
  if (error) throw asAppError(error)
}
