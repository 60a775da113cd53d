import styles from './avatar.module.css'

/** Somebody's photo, or the first letter of the name. */
export function Avatar({ member }: { member: { nickname: string; photo: string | null } }) {
  if (member.photo)
    return (
      <img
        className={styles.photo}
        src={member.photo}
        alt=""
        width={32}
        height={32}
        referrerPolicy="no-referrer"
      />
    )
  return (
    <span className={styles.initial} aria-hidden="true">
      {[...member.nickname][0]}
    </span>
  )
}
