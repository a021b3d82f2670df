import { useId, useRef } from 'react';
import { cn } from '../../ui/cn';
import { Action } from './Action';
import { useModal } from './modal';
import { type Choice, type Question, useQuestion } from './question';

/** Draws the current question as a modal dialog; Escape closes it, and focus returns to where it was. */
export function QuestionDialog() {
  const question = useQuestion();
  return question ? <Asked question={question} /> : null;
}

function Asked({ question }: { question: Question }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useModal(dialog);

  // One button is the main one.
  const hasPrimary = question.choices.some(({ variant }) => variant === 'primary');
  const quietDanger = (variant: Choice['variant']) => variant === 'danger' && hasPrimary;
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-soft border border-hairline bg-surface p-6 text-ink shadow-lift backdrop:bg-ink/60"
      onCancel={event => {
        event.preventDefault();
        question.answer(undefined);
      }}
    >
      <h2 id={`${id}-title`} className="text-h4">
        {question.title}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-sm text-ink-soft">
        {question.text}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        {question.choices.map(({ name, label, variant }) => (
          <Action
            key={name}
            variant={variant === 'outline' || quietDanger(variant) ? 'outline' : 'primary'}
            className={cn(
              'grow sm:grow-0',
              variant === 'danger' &&
                (quietDanger(variant) ? 'text-danger! hover:border-danger!' : 'bg-danger! hover:bg-ink!'),
            )}
            onClick={() => question.answer(name)}
          >
            {label}
          </Action>
        ))}
      </div>
    </dialog>
  );
}
