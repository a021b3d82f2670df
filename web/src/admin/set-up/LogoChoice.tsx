import { useEffect, useId, useState } from 'react';
import { errorMessage } from '../api/errors';
import { nameClass, Warning } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { FileButton } from '../upload/FileButton';
import { prepareLogo } from './logo';

interface Props {
  file: File | undefined;
  warning: string | undefined;
  onFile(file: File | undefined): void;
  onRefused(message: string): void;
}

/** A picture is shown as it is chosen, and sent with the rest. */
export function LogoChoice({ file, warning, onFile, onRefused }: Props) {
  const { logo: texts } = useAdminMessages().setUp;
  const id = useId();
  const preview = usePreview(file);

  async function choose([chosen]: File[]) {
    if (!chosen) return;
    try {
      onFile(await prepareLogo(chosen));
    } catch (error) {
      onRefused(errorMessage(error));
    }
  }

  return (
    <fieldset className="min-w-0">
      <legend className={nameClass}>
        {texts.label} <span className="font-normal text-ink-soft">{texts.optional}</span>
      </legend>
      {preview && (
        <div className="mb-2 h-24 w-full max-w-56 overflow-hidden rounded-soft border border-hairline bg-sand">
          <img src={preview} alt={texts.shown} className="size-full object-contain p-2" />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <FileButton label={texts.label} describedBy={`${id}-help ${id}-warning`} onFiles={choose}>
          {file ? texts.change : texts.choose}
        </FileButton>
        {file && (
          <Action variant="outline" onClick={() => onFile(undefined)}>
            {texts.remove}
          </Action>
        )}
      </div>
      <p id={`${id}-help`} className="mt-1 text-xs text-ink-soft">
        {texts.help}
      </p>
      <Warning id={id} text={warning} />
    </fieldset>
  );
}

function usePreview(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    if (!file) return setPreview(undefined);
    const address = URL.createObjectURL(file);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return preview;
}
